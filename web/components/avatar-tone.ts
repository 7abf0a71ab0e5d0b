/** Pairs of text and fill, each with a contrast of at least 6.4. */
const tones = [
  { color: '#8a2513', fill: '#fbd9d0' },
  { color: '#0b5550', fill: '#cfeae5' },
  { color: '#6b4500', fill: '#f9e3b0' },
  { color: '#2c3f78', fill: '#d8dff3' },
  { color: '#5b2a74', fill: '#e7d7ee' },
  { color: '#36581c', fill: '#d9eac9' },
] as const;

export type AvatarTone = (typeof tones)[number];

/**
 * Depends on the uid alone, so the colours stay the same when the name changes. The hash is FNV-1a of 32 bits.
 * @param uid empty for a visitor
 */
export function avatarTone(uid: string): AvatarTone {
  let hash = 0x811c9dc5;
  for (let at = 0; at < uid.length; at += 1) hash = Math.imul(hash ^ uid.charCodeAt(at), 0x01000193);
  return tones[(hash >>> 0) % tones.length] ?? tones[0];
}

/** A letter that no accent follows. */
const plainLetter = /^[a-z](?![^ -~])/i;

/** The first grapheme in upper case, so that an emoji or an accented letter stays whole. Empty for a blank name. */
export function initial(name: string): string {
  const trimmed = name.trim();
  // A segmenter takes a millisecond of a phone, and a list has a hundred avatars.
  if (plainLetter.test(trimmed)) return trimmed.charAt(0).toLocaleUpperCase();
  const [first] = new Intl.Segmenter().segment(trimmed);
  return first?.segment.toLocaleUpperCase() ?? '';
}
