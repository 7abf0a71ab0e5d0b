/** The addresses of uploaded pictures begin with this. */
const prefix = '/api/avatars/';

export const avatarAddress = (name: string): string => prefix + name;

/** The file name of an uploaded picture; undefined for any other address. */
export const avatarName = (address: string | null | undefined): string | undefined =>
  address?.startsWith(prefix) ? address.slice(prefix.length) : undefined;
