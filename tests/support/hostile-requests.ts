/** Costly requests within the limits of one user, as raw bytes. */
const id = '019da8b0-4c5d-7a31-8e1f-2b9c7d6a5e40';
/** Slightly less than 1 MiB. */
const almostMebibyte = 1024 * 1024 - 100;
const fill = (unit: string, bytes: number): string => unit.repeat(Math.floor(bytes / Buffer.byteLength(unit)));

const json = 'application/json';
const multipart = 'multipart/form-data; boundary=b';
const urlencoded = 'application/x-www-form-urlencoded';
const field = '--b\r\ncontent-disposition: form-data; name="title"\r\n\r\n';

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const dish = { id, title: '漢'.repeat(200), imageUrl: `https://example.org/${'漢'.repeat(500)}` };
const everyMeal = { Breakfast: dish, Lunch: dish, Dinner: dish };

type RequestParts = readonly [method: string, path: string, type: string, body: string];

const bodies = {
  '100,000 empty parts': ['POST', '/api/community', multipart, fill('--b\r\n\r\n', 900_000)],
  'as many parts as the route reads': ['POST', '/api/community', multipart, fill('--b\r\n\r\n', 280_000)],
  'one part of carriage returns': ['POST', '/api/community', multipart, `${field}${fill('\r', 280_000)}\r\n--b--`],
  '1 MiB of plus signs': ['POST', '/api/community', urlencoded, `title=${fill('+', almostMebibyte)}`],
  'as many escapes as the route reads': [
    'POST',
    '/api/community',
    urlencoded,
    `title=${fill('%F0%9F%8D%B2', 290_000)}`,
  ],
  'nested arrays': ['POST', '/api/recipes', json, fill('[', almostMebibyte)],
  'nested objects in a plan': ['PUT', '/api/meal-plan/{user}', json, `{"Monday":${fill('{"a":', almostMebibyte)}`],
  'nested arrays for an unknown route': ['POST', '/api/nothing', json, fill('[', almostMebibyte)],
  'more steps than a recipe has': [
    'POST',
    '/api/recipes',
    json,
    `{"type":"image","title":"x","instructions":[${fill('1,', almostMebibyte - 100)}1]}`,
  ],
  'the longest recipe': [
    'POST',
    '/api/recipes',
    json,
    JSON.stringify({ type: 'image', title: 'x', instructions: new Array(100).fill('漢'.repeat(2_000)) }),
  ],
  'the longest post': ['POST', '/api/community', json, JSON.stringify({ title: 'x', content: '漢'.repeat(20_000) })],
  'a full plan': [
    'PUT',
    '/api/meal-plan/{user}',
    json,
    JSON.stringify(Object.fromEntries(days.map((day) => [day, everyMeal]))),
  ],
  'codes of invitations': ['GET', '/api/invitations/7K3QP-X9D2M', json, ''],
  'codes to join with': ['POST', '/api/households/join', json, JSON.stringify({ code: '7K3QP-X9D2M' })],
  'new invitations': ['POST', `/api/households/${id}/invitations`, json, '{}'],
} satisfies Record<string, RequestParts>;

export type HostileKind =
  | keyof typeof bodies
  | 'a body in one-byte chunks'
  | 'pipelined requests'
  | 'pings of a WebSocket';

export const hostileKinds: readonly HostileKind[] = [
  ...(Object.keys(bodies) as (keyof typeof bodies)[]),
  'a body in one-byte chunks',
  'pipelined requests',
  'pings of a WebSocket',
];

/** What one connection sends before it waits for a response. */
export function hostileRequest(kind: HostileKind, user: string): Buffer {
  const head = (method: string, path: string, ...headers: string[]) =>
    [
      `${method} ${path.replace('{user}', user)} HTTP/1.1`,
      'Host: localhost',
      `Authorization: Bearer token-${user}.signed.`,
      ...headers,
      '\r\n',
    ].join('\r\n');
  switch (kind) {
    case 'a body in one-byte chunks': {
      const chunks = `${fill('1\r\n[\r\n', 6_000_000)}0\r\n\r\n`;
      return Buffer.from(head('POST', '/api/recipes', `Content-Type: ${json}`, 'Transfer-Encoding: chunked') + chunks);
    }
    case 'pipelined requests':
      return Buffer.from(head('GET', '/api/community').repeat(300));
    case 'pings of a WebSocket': {
      const handshake = head(
        ...(['GET', '/socket.io/?EIO=4&transport=websocket', 'Connection: Upgrade', 'Upgrade: websocket'] as const),
        ...['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='],
      );
      return Buffer.concat([Buffer.from(handshake), Buffer.alloc(600_000, Buffer.from([0x89, 0x80, 0, 0, 0, 0]))]);
    }
    default: {
      const [method, path, type, body] = bodies[kind];
      return Buffer.from(
        head(method, path, `Content-Type: ${type}`, `Content-Length: ${Buffer.byteLength(body)}`) + body,
      );
    }
  }
}
