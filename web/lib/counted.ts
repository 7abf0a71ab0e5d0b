/** "1 recipe", "2 recipes". */
export const counted = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`;
