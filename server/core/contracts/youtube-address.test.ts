import { describe, expect, it } from 'vitest';
import { youtubeIdOf } from './youtube-address.ts';

describe('the id of a video', () => {
  it.each([
    'LWuuCndtJr0',
    'https://www.youtube.com/watch?v=LWuuCndtJr0&t=30s',
    'youtube.com/watch?list=PL1&v=LWuuCndtJr0',
    'https://youtu.be/LWuuCndtJr0?si=abc&t=95',
    'https://m.youtube.com/shorts/LWuuCndtJr0',
    'https://www.youtube-nocookie.com/embed/LWuuCndtJr0?start=10',
    'https://www.youtube.com/live/LWuuCndtJr0',
    ' https://music.youtube.com/watch?v=LWuuCndtJr0#t=1m ',
  ])('is found in %s', (given) => expect(youtubeIdOf(given)).toBe('LWuuCndtJr0'));
  it.each([
    '',
    'https://www.youtube.com/watch?v=short',
    'https://www.youtube.com/watch?v=LWuuCndtJr0x',
    'https://www.youtube.com/@channel',
    'https://evil.example/watch?v=LWuuCndtJr0',
    'https://youtube.com.evil.example/embed/LWuuCndtJr0',
    'javascript:LWuuCndtJr0',
    'https://',
  ])('is not found in %s', (given) => expect(youtubeIdOf(given)).toBeUndefined());
});
