import { describe, expect, it } from 'vitest';
import { webAddress, youtubeIdOf } from './web-address.ts';

describe('the address of a picture', () => {
  it.each([
    ['https://example.org/feta.webp', 'https://example.org/feta.webp'],
    ['  http://example.org/a b.png ', 'http://example.org/a%20b.png'],
  ])('takes %s', (given, kept) => expect(webAddress(given)).toBe(kept));
  it.each(['', 'feta.webp', 'javascript:alert(1)', 'data:image/png;base64,AA', 'https://me:secret@example.org/a.png'])(
    'refuses %s',
    (given) => expect(webAddress(given)).toBeUndefined(),
  );
});

describe('the id of a video', () => {
  it.each([
    'LWuuCndtJr0',
    'https://www.youtube.com/watch?v=LWuuCndtJr0&t=30s',
    'youtube.com/watch?list=PL1&v=LWuuCndtJr0',
    'https://youtu.be/LWuuCndtJr0?si=abc',
    'https://m.youtube.com/shorts/LWuuCndtJr0',
    'https://www.youtube-nocookie.com/embed/LWuuCndtJr0',
    'https://www.youtube.com/live/LWuuCndtJr0',
  ])('is found in %s', (given) => expect(youtubeIdOf(given)).toBe('LWuuCndtJr0'));
  it.each([
    '',
    'https://www.youtube.com/watch?v=short',
    'https://www.youtube.com/watch?v=LWuuCndtJr0x',
    'https://evil.example/watch?v=LWuuCndtJr0',
    'https://youtube.com.evil.example/embed/LWuuCndtJr0',
    'javascript:LWuuCndtJr0',
  ])('is not found in %s', (given) => expect(youtubeIdOf(given)).toBeUndefined());
});
