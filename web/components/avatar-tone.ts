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

/** Depends on the uid alone, so the colours stay the same when the name changes. @param uid empty for a visitor */
export function avatarTone(uid: string): AvatarTone {
  let sum = 0;
  for (const character of uid) sum += character.codePointAt(0) ?? 0;
  return tones[sum % tones.length] ?? tones[0];
}

/** The first grapheme in upper case, so that an emoji or an accented letter stays whole. Empty for a blank name. */
export function initial(name: string): string {
  const [first] = new Intl.Segmenter().segment(name.trim());
  return first?.segment.toLocaleUpperCase() ?? '';
}
