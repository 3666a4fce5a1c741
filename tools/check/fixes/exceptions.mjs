// What is let pass by tools/check/check-fixes: [file, what is said, reason].

// Errors of other judges that a mended file has.
export const ERRORS = [];
