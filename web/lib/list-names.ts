const conjunction = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** "Milk, Coffee and Soap"; of many names, the first and how many more. */
export function listNames(names: readonly string[], maxNames: number): string {
  if (names.length <= maxNames) return conjunction.format(names);
  const shown = names.slice(0, maxNames - 1);
  return conjunction.format([...shown, `${names.length - shown.length} more`]);
}
