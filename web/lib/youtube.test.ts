import { expect, test } from 'vitest';
import { embedLink } from '../../server/core/contracts/youtube-address.ts';
import { frameAddress, videoId } from './youtube.ts';

test('builds the frame address from the id of the embed link, on the host without cookies', () => {
  expect(videoId('https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ')).toBe('dQw4w9WgXcQ');
  expect(videoId(embedLink('dQw4w9WgXcQ'))).toBe('dQw4w9WgXcQ');
  expect(frameAddress('dQw4w9WgXcQ')).toMatch(/^https:\/\/www\.youtube-nocookie\.com\/embed\/dQw4w9WgXcQ\?/);
});

test.each([undefined, '', 'https://www.youtube.com/embed/short', 'https://evil.example/embed/"onload="x'])(
  'reads no id from %s',
  (link) => {
    expect(videoId(link)).toBeUndefined();
  },
);
