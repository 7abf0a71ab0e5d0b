import { describe, expect, test } from 'vitest';
import { embedOf, heardFrom } from './embed.ts';

const page = 'https://potluck.example';
const none = { youtubeUrl: undefined, tiktokUrl: undefined };

describe('the frame is built from the id alone', () => {
  test("of YouTube's embed link, on the host without cookies", () => {
    const youtubeUrl = 'https://www.youtube-nocookie.com/embed/LWuuCndtJr0';
    const embed = embedOf({ ...none, type: 'youtube', youtubeUrl }, page);
    expect(embed?.address).toMatch(/^https:\/\/www\.youtube-nocookie\.com\/embed\/LWuuCndtJr0\?/);
    expect(embed?.shape).toBe('wide');
  });

  test("of TikTok's embed link", () => {
    const tiktokUrl = 'https://www.tiktok.com/embed/v2/6922938178559069446';
    const embed = embedOf({ ...none, type: 'tiktok', tiktokUrl }, page);
    expect(embed?.address).toMatch(/^https:\/\/www\.tiktok\.com\/player\/v1\/6922938178559069446\?/);
    expect(embed?.shape).toBe('tall');
  });
});

test.each([
  { ...none, type: 'image' },
  { ...none, type: 'youtube' },
  { ...none, type: 'youtube', youtubeUrl: 'https://evil.example/embed/"onload="x' },
  { ...none, type: 'tiktok', tiktokUrl: 'https://www.tiktok.com/@somebody' },
] as const)('nothing is built from %j', (video) => {
  expect(embedOf(video, page)).toBeUndefined();
});

test.each([
  ['loaded', '{"event":"initialDelivery","info":{}}'],
  ['failed', '{"event":"onError","info":150}'],
  ['loaded', { type: 'onPlayerReady', 'x-tiktok-player': true }],
  ['failed', { type: 'onPlayerError', 'x-tiktok-player': true }],
  ['loaded', 'not JSON'],
  ['loaded', null],
])('a player is %s when it says %j', (state, data) => {
  expect(heardFrom(data)).toBe(state);
});
