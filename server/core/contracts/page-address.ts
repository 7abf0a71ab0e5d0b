/** The browser runs this, too. It uses `URL.canParse` because older browsers lack `URL.parse`. */
const youtube = /(?:^|\.)(?:youtube(?:-nocookie)?\.com|youtu\.be)$/;

/** The address of a page on the web, with or without its scheme; undefined if the text is none, or is YouTube's. */
export function pageAddressOf(text: string): string | undefined {
  const given = text.trim();
  const address = /^[a-z][a-z0-9+-]*:/i.test(given) ? given : `https://${given}`;
  if (/\s/.test(given) || !URL.canParse(address)) return undefined;
  const { protocol, hostname, href } = new URL(address);
  return /^https?:$/.test(protocol) && /[^.]\.[^.]|:/.test(hostname) && !youtube.test(hostname) ? href : undefined;
}
