/** The address of the feed with a hashtag. @param tag without `#` */
export const tagPath = (tag: string): string => `/community?${new URLSearchParams({ tag })}`;
