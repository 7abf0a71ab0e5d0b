/** The elements with the one at `from` moved to the index `to`. */
export function movedTo<T>(elements: readonly T[], from: number, to: number): T[] {
  const others = elements.toSpliced(from, 1);
  return [...others.slice(0, to), ...elements.slice(from, from + 1), ...others.slice(to)];
}
