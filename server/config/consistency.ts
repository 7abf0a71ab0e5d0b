/** Which variables require or exclude one another. Each problem is one line: the variable and the remedy. */
import { isLoopback } from '../core/network/loopback.ts';
import { defaults, type Environment, roles, type Service } from './environment.ts';

export function findInconsistencies(env: Environment, services: ReadonlySet<Service>): string[] {
  const problems = [
    ...firebaseProblems(env),
    ...roleProblems(env, services),
    ...videoProblems(env),
    ...metricsProblems(env),
    ...bucketProblems(env),
    ...pushProblems(env),
  ];
  const accountsMissing = problems.some((problem) => problem.startsWith('FIREBASE_PROJECT_ID:'));
  return accountsMissing || !verifiesTokens(services) ? problems : [...problems, ...hostProblems(env)];
}

const firebaseVariables = [
  'FIREBASE_PROJECT_ID',
  'FIREBASE_API_KEY',
  'FIREBASE_AUTH_DOMAIN',
  'FIREBASE_CREDENTIALS',
  'GOOGLE_APPLICATION_CREDENTIALS',
] as const;

function firebaseProblems(env: Environment): string[] {
  const set = firebaseVariables.filter((name) => env[name]);
  if (env.FIREBASE_AUTH_EMULATOR_HOST) {
    // With an emulator host in the environment the Firebase SDK accepts unsigned tokens: anyone could pose as any user.
    if (set[0]) return [`FIREBASE_AUTH_EMULATOR_HOST: unset it, since ${set[0]} is set, or unset that`];
    if (env.NODE_ENV === 'production') {
      return ['FIREBASE_AUTH_EMULATOR_HOST: unset it in production and set FIREBASE_PROJECT_ID'];
    }
  }
  if (!set[0]) return [];
  const problems: string[] = [];
  const because = `since ${set[0]} is set, or unset all of FIREBASE_* and GOOGLE_APPLICATION_CREDENTIALS`;
  if (!env.FIREBASE_PROJECT_ID) problems.push(`FIREBASE_PROJECT_ID: set the id of your Firebase project, ${because}`);
  if (!env.FIREBASE_API_KEY) {
    problems.push(`FIREBASE_API_KEY: set the apiKey of your Firebase web configuration, ${because}`);
  }
  if (!env.FIREBASE_CREDENTIALS && !env.GOOGLE_APPLICATION_CREDENTIALS) {
    problems.push(`GOOGLE_APPLICATION_CREDENTIALS: set it, or FIREBASE_CREDENTIALS, to a service account, ${because}`);
  }
  if (env.FIREBASE_CREDENTIALS && env.GOOGLE_APPLICATION_CREDENTIALS) {
    problems.push('FIREBASE_CREDENTIALS: unset it or GOOGLE_APPLICATION_CREDENTIALS: only one can name the account');
  }
  return problems;
}

/** Whether any role verifies tokens. */
export const verifiesTokens = (services: ReadonlySet<Service>): boolean => services.has('api') || services.has('live');

/** Embedded parts run in one process and cannot be shared by several. */
function roleProblems(env: Environment, services: ReadonlySet<Service>): string[] {
  if (roles.every((role) => services.has(role))) return [];
  const problems: string[] = [];
  const because = 'since --services leaves roles to other processes';
  if (!env.EVENTSTORE_URL) problems.push(`EVENTSTORE_URL: set it, ${because}, which must share the log`);
  if (!env.REDIS_URL) problems.push(`REDIS_URL: set it, ${because}, which must share the read models`);
  if (verifiesTokens(services) && !env.FIREBASE_PROJECT_ID && !env.FIREBASE_AUTH_EMULATOR_HOST) {
    problems.push(
      `FIREBASE_PROJECT_ID: set it (for development FIREBASE_AUTH_EMULATOR_HOST), ${because}, which must share the accounts`,
    );
  }
  return problems;
}

/** An emulator's tokens are unsigned: a client could pose as any user, so only this machine may reach the server. */
function hostProblems(env: Environment): string[] {
  const { HOST: host = defaults.host } = env;
  if (env.FIREBASE_PROJECT_ID || host === 'localhost' || isLoopback(host)) return [];
  return [
    env.FIREBASE_AUTH_EMULATOR_HOST
      ? "HOST: set 127.0.0.1 (or another loopback address), since an emulator's tokens are unsigned"
      : 'FIREBASE_PROJECT_ID: set it, FIREBASE_API_KEY and FIREBASE_CREDENTIALS (or GOOGLE_APPLICATION_CREDENTIALS), since HOST lets other machines in, and the embedded accounts are for this one only; or set HOST to 127.0.0.1',
  ];
}

function metricsProblems({ METRICS_PORT: port, METRICS_HOST: host, PORT, HOST }: Environment): string[] {
  if (host && !port) return ['METRICS_PORT: set it, since METRICS_HOST is set, or unset that'];
  const isTaken = Number(port) === Number(PORT ?? defaults.port) && Number(port) !== 0;
  const isSameHost = (host ?? defaults.host) === (HOST ?? defaults.host);
  return isTaken && isSameHost ? ['METRICS_PORT: set another port than PORT, where the server itself listens'] : [];
}

const bucketVariables = ['PICTURES_S3_URL', 'PICTURES_S3_ACCESS_KEY_ID', 'PICTURES_S3_SECRET_ACCESS_KEY'] as const;

function bucketProblems(env: Environment): string[] {
  const set = [...bucketVariables, 'PICTURES_S3_REGION' as const].filter((name) => env[name]);
  if (!set[0]) return [];
  const missing = bucketVariables.filter((name) => !env[name]);
  const problems = missing.map((name) => `${name}: set it, since ${set[0]} is set, or unset all of PICTURES_S3_*`);
  const url = URL.parse(env.PICTURES_S3_URL ?? '');
  if (env.PICTURES_S3_URL && !url) return [...problems, 'PICTURES_S3_URL: set a valid URL'];
  return problems;
}

function pushProblems({ WEB_PUSH_KEY_FILE: file, WEB_PUSH_CONTACT: contact }: Environment): string[] {
  if (file && !contact) {
    return ['WEB_PUSH_CONTACT: set where push services can reach you, since WEB_PUSH_KEY_FILE is set, or unset that'];
  }
  if (contact && !file) {
    return ['WEB_PUSH_KEY_FILE: set the file with the keys, since WEB_PUSH_CONTACT is set, or unset that'];
  }
  return [];
}

/** Each call sends the key: over TLS, unless it stays on this machine. */
function videoProblems({ YOUTUBE_API_KEY: key, YOUTUBE_OAUTH_TOKEN: token, YOUTUBE_API_URL: address }: Environment) {
  const problems: string[] = [];
  if (!key && (token || address)) {
    const set = token ? 'YOUTUBE_OAUTH_TOKEN' : 'YOUTUBE_API_URL';
    problems.push(`YOUTUBE_API_KEY: set a key of the YouTube Data API v3, since ${set} is set, or unset that`);
  }
  const url = address === undefined ? undefined : URL.parse(address);
  if (url === null) problems.push('YOUTUBE_API_URL: set a valid URL');
  else if (
    url?.protocol === 'http:' &&
    url.hostname !== 'localhost' &&
    !isLoopback(url.hostname.replace(/^\[|\]$/g, ''))
  ) {
    problems.push('YOUTUBE_API_URL: set an address that starts with https://, since the key is sent to it');
  }
  return problems;
}
