/** The path of a rendition: outside the API, so that browsers store it without the service's headers. */
export const pictureAddress = (id: string, widthPx: number): string => `/pictures/${id}/${widthPx}`;

/**
 * Whether a text is a path on this site. `//host` and `/\host` are addresses of other sites, also with tabs and line ends,
 * which browsers ignore: https://url.spec.whatwg.org/#concept-basic-url-parser
 */
export const isOwnPath = (text: string): boolean => /^\/(?![/\\])[^\t\n\r]*$/.test(text);
