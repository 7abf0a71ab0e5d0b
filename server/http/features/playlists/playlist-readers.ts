/**
 * Decides who may see a playlist by its stored JSON, without parsing it: text that users write cannot imitate these fields,
 * because its quotation marks are escaped. The indexes contain the same facts, but are read at another moment.
 */

/** Whether everyone may see it. */
export const isPublic = (json: string): boolean => json.includes('"isPrivate":false');

/** @param uid of letters, digits, hyphens and underscores, as ids are */
export const isOwnedBy = (json: string, uid: string): boolean => json.includes(`"ownerId":"${uid}"`);
