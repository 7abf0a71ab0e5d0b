/** The path of a rendition: outside the API, so that browsers store it without the service's headers. */
export const pictureAddress = (id: string, widthPx: number): string => `/pictures/${id}/${widthPx}`;
