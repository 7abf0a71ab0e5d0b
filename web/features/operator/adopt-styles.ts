/**
 * Applies styles that are part of a script. They are not in the page, whose styles everybody loads, and its policy allows
 * no style elements that scripts insert; it does not concern constructed style sheets.
 * @param css imported with `?inline`
 */
export function adoptStyles(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
  return sheet;
}
