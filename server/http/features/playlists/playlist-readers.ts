/**
 * Who may see a playlist, by its stored JSON, which is not parsed for that: what people write cannot look like these
 * fields, since its quotation marks are escaped. The indexes say the same, but they are read at another moment.
 */

/** What everybody may see. */
export const isPublic = (json: string): boolean => json.includes('"isPrivate":false');

/** @param uid of letters, digits, hyphens and underscores, as ids are */
export const isOwnedBy = (json: string, uid: string): boolean => json.includes(`"ownerId":"${uid}"`);
