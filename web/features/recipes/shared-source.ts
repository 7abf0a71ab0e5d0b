/** Characters beside a link. More of them are the recipe itself. */
const maxRemark = 300;

/** The address or text that another application shared with Potluck: many send the address within a text. */
export function sharedSource(query: URLSearchParams): string {
  const address = query.get('url')?.trim();
  if (address) return address;
  const text = query.get('text')?.trim() ?? '';
  const link = /https?:\/\/\S+/.exec(text)?.[0];
  return link !== undefined && text.length - link.length <= maxRemark ? link : text;
}
