/** "1 recipe", "2 recipes". */
export const formatCount = (count: number, singular: string): string =>
  `${count} ${count === 1 ? singular : `${singular}s`}`;
