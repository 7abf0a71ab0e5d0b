import { describe, expect, test } from 'vitest';
import { embedOf, parsePlayerMessage } from './embed.ts';

const page = 'https://potluck.example';
const none = { youtubeUrl: undefined, tiktokUrl: undefined };

describe('embedOf builds the address from the id', () => {
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
] as const)('embedOf rejects %j', (video) => {
  expect(embedOf(video, page)).toBeUndefined();
});

test.each([
  ['loaded', '{"event":"initialDelivery","info":{}}'],
  ['failed', '{"event":"onError","info":150}'],
  ['loaded', { type: 'onPlayerReady', 'x-tiktok-player': true }],
  ['failed', { type: 'onPlayerError', 'x-tiktok-player': true }],
  ['loaded', 'not JSON'],
  ['loaded', null],
])('a player has %s when it sends %j', (state, data) => {
  expect(parsePlayerMessage(data)).toBe(state);
});
