// What is let pass by tools/check/check-fixes: [file, what is said, reason].

// Errors of other judges that a fixed file has.
export const ERRORS = [];
