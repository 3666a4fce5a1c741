// The theme wraps wide tables in elements that scroll; keys can scroll what has the focus.
addEventListener('load', () => {
    for (const one of document.querySelectorAll('.md-typeset__scrollwrap')) one.tabIndex = 0;
});
