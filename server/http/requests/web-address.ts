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
