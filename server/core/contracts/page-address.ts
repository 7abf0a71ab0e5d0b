/** The browser runs this, too. It uses `URL.canParse` because older browsers lack `URL.parse`. */
const youtube = /(?:^|\.)(?:youtube(?:-nocookie)?\.com|youtu\.be)$/;

/** The address of a page on the web, with or without its scheme; undefined if the text is none, or is YouTube's. */
export function pageAddressOf(text: string): string | undefined {
  const url = webAddress(text);
  return url && /[^.]\.[^.]|:/.test(url.hostname) && !youtube.test(url.hostname) ? url.href : undefined;
}

/** Whether the text is an address of YouTube's, of a video or not. */
export const isYoutubeAddress = (text: string): boolean => youtube.test(webAddress(text)?.hostname ?? '');

function webAddress(text: string): URL | undefined {
  const given = text.trim();
  const address = /^[a-z][a-z0-9+-]*:/i.test(given) ? given : `https://${given}`;
  if (/\s/.test(given) || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  return /^https?:$/.test(url.protocol) ? url : undefined;
}
