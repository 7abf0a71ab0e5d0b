export interface RedisAddress {
  readonly host: string;
  readonly port: number;
}

/** Address and credentials of a Redis. */
export interface RedisTarget {
  readonly kind: 'standalone' | 'sentinel' | 'cluster';
  /** The standalone server, the Sentinels, or the cluster's seed nodes. */
  readonly nodes: readonly [RedisAddress, ...RedisAddress[]];
  /** Sentinel only: the name of the monitored master. */
  readonly masterName?: string;
  readonly tls: boolean;
  readonly username?: string;
  readonly password?: string;
  readonly database: number;
  /** The address without its credentials, for messages. */
  readonly description: string;
}

/**
 * The name of a Pub/Sub channel that no other database of the Redis has: they share channels, not keys. In database 0 it is
 * the given one.
 */
export const channelIn = (database: number, name: string): string =>
  database === 0 ? name : `${name}:database-${database}`;

const redisUrlForms =
  'redis://[user:password@]host:port[/database], rediss:// for TLS, redis+sentinel://host:port,host:port/master-name[/database] or redis+cluster://host:port,host:port';

const form =
  /^(?<scheme>rediss?)(?:\+(?<kind>sentinel|cluster))?:\/\/(?:(?<credentials>[^@/]*)@)?(?<hosts>[^/@?#]+)(?<path>\/[^?#]*)?$/;
const address = /^(?:\[(?<v6>[0-9a-fA-F:]+)\]|(?<host>[^:[\]\s]+))(?::(?<port>\d{1,5}))?$/;
const defaultPorts = { standalone: 6379, cluster: 6379, sentinel: 26379 };

/** @throws Error whose message quotes nothing of the URL, because any part of it may be a misplaced password */
export function parseRedisUrl(url: string): RedisTarget {
  const groups = form.exec(url)?.groups;
  if (groups === undefined) throw new Error(`not understood; it may be ${redisUrlForms}`);
  const kind = groups.kind === 'sentinel' || groups.kind === 'cluster' ? groups.kind : 'standalone';
  const [first, ...rest] = (groups.hosts ?? '').split(',').map((text) => parseAddress(text, defaultPorts[kind]));
  if (first === undefined) throw new Error('it names no host');
  if (kind === 'standalone' && rest.length > 0)
    throw new Error('several hosts need redis+sentinel:// or redis+cluster://');

  const path = (groups.path ?? '')
    .split('/')
    .filter((part) => part !== '')
    .map(decodeURIComponent);
  const masterName = kind === 'sentinel' ? path.shift() : undefined;
  if (kind === 'sentinel' && masterName === undefined) {
    throw new Error('redis+sentinel:// needs the master name at its end: redis+sentinel://host:port/master-name');
  }
  const [database = '0', ...surplus] = path;
  if (!/^\d+$/.test(database) || surplus.length > 0) throw new Error('what follows the last / is no database number');
  if (kind === 'cluster' && database !== '0') throw new Error('a cluster has no databases but 0');

  const [username, ...secret] = (groups.credentials ?? '').split(':').map(decodeURIComponent);
  const password = secret.length > 0 ? secret.join(':') : undefined;
  return {
    kind,
    nodes: [first, ...rest],
    ...(masterName === undefined ? {} : { masterName }),
    tls: groups.scheme === 'rediss',
    ...(username ? { username } : {}),
    ...(password ? { password } : {}),
    database: Number(database),
    description: url.replace(/\/\/[^@/]*@/, '//'),
  };
}

function parseAddress(text: string, defaultPort: number): RedisAddress {
  const groups = address.exec(text)?.groups;
  const host = groups?.v6 ?? groups?.host;
  const port = groups?.port === undefined ? defaultPort : Number(groups.port);
  if (host === undefined || port > 65_535) throw new Error('a server in it is not of the form host:port');
  return { host, port };
}
