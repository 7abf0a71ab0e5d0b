/** When (ms) somebody else changed a part of what is shown, for the changes of the last seconds. */
export type News = Readonly<Record<string, number>>;

const lasts = 1_500;

/** Marks parts as changed at this moment (ms), and forgets what is no news any more. */
export function withNews(news: News, parts: Iterable<string>, at: number): News {
  const recent = Object.entries(news).filter(([, changedAt]) => at - changedAt < lasts);
  return Object.fromEntries([...recent, ...[...parts].map((part): [string, number] => [part, at])]);
}
