/** Addresses of pictures that people have uploaded. */
const prefix = '/api/avatars/';

export const avatarAddress = (name: string): string => prefix + name;

/** The name of a picture that is kept here; undefined for an address elsewhere. */
export const avatarName = (address: string | null | undefined): string | undefined =>
  address?.startsWith(prefix) ? address.slice(prefix.length) : undefined;
