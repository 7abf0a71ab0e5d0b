/**
 * Parses YouTube addresses. The browser runs this, too, so that a form accepts what the server accepts: it needs no
 * schema library, and uses `URL.canParse` because older browsers lack `URL.parse`.
 */
const hosts = /^(?:(?:www|m|music)\.)?youtube(?:-nocookie)?\.com$/;
const videoId = /^[\w-]{11}$/;

/** The 11-character video id in any form of YouTube's addresses, or given alone; undefined if there is none. */
export function youtubeIdOf(text: string): string | undefined {
  const given = text.trim();
  if (videoId.test(given)) return given;
  const address = /^[a-z][a-z0-9+.-]*:/i.test(given) ? given : `https://${given}`;
  if (!URL.canParse(address)) return undefined;
  const { protocol, hostname, pathname, searchParams } = new URL(address);
  if (!/^https?:$/.test(protocol)) return undefined;
  const [first, second] = pathname.split('/').filter(Boolean);
  let id: string | null | undefined;
  if (hostname === 'youtu.be') id = first;
  else if (!hosts.test(hostname)) return undefined;
  else if (first === 'watch') id = searchParams.get('v');
  else if (first !== undefined && ['embed', 'shorts', 'live', 'v'].includes(first)) id = second;
  return id && videoId.test(id) ? id : undefined;
}

/** The embed address of a video, on YouTube's host without cookies. */
export const embedLink = (id: string): string => `https://www.youtube-nocookie.com/embed/${id}`;

/** The address of the picture that a video shows before it plays. */
export const posterAddress = (id: string): string => `https://i.ytimg.com/vi/${id}/hqdefault.jpg`;
