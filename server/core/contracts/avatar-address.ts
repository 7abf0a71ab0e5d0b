/** The address of an uploaded picture begins with this. */
const prefix = '/api/avatars/';

export const avatarAddress = (name: string): string => prefix + name;

/** The name of an uploaded picture; undefined for an address elsewhere. */
export const avatarName = (address: string | null | undefined): string | undefined =>
  address?.startsWith(prefix) ? address.slice(prefix.length) : undefined;
