/** An address of the web as it is kept, normalised; undefined for anything that a browser should not load. */
export function webAddress(text: string): string | undefined {
  const url = URL.parse(text.trim());
  return url && (url.protocol === 'https:' || url.protocol === 'http:') && !url.username && !url.password
    ? url.href
    : undefined;
}

/** Of this site, or of the web; undefined for anything else. */
export const pictureAddress = (text: string): string | undefined =>
  /^\/(?![/\\])/.test(text) ? text : webAddress(text);

const youtubeHosts = /^(?:(?:www|m|music)\.)?youtube(?:-nocookie)?\.com$/;
const videoId = /^[\w-]{11}$/;

/** The 11-character id in any of YouTube's addresses, or given alone; undefined when there is none. */
export function youtubeIdOf(text: string): string | undefined {
  const given = text.trim();
  if (videoId.test(given)) return given;
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(given) ? given : `https://${given}`);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  const [first, second] = url.pathname.split('/').filter(Boolean);
  let id: string | null | undefined;
  if (url.hostname === 'youtu.be') id = first;
  else if (!youtubeHosts.test(url.hostname)) return undefined;
  else if (first === 'watch') id = url.searchParams.get('v');
  else if (first !== undefined && ['embed', 'shorts', 'live', 'v'].includes(first)) id = second;
  return id && videoId.test(id) ? id : undefined;
}
