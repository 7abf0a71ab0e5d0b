/** "Milk, Coffee and Soap"; of many names, the first and how many more. */
export function listNames(names: readonly string[], maxNames = names.length): string {
  if (names.length <= maxNames) return join(names);
  const shown = names.slice(0, maxNames - 1);
  return join([...shown, `${names.length - shown.length} more`]);
}

/** As `Intl.ListFormat` does in British English. Its first use is slow (`docs/performance.md`). */
const join = (names: readonly string[]): string =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names.join('');
