/** The parts of `EVENTSTORE_URL` that the adapter itself needs; the client parses the whole. */
export interface Connection {
  /** For messages: the hosts, without user and password. */
  readonly hosts: string;
  /** Sent with each append, see docs/adr/0006-eventstoredb-adapter.md. */
  readonly credentials: { readonly username: string; readonly password: string };
}

const example = 'such as esdb://localhost:2113?tls=false or esdb://user:password@host:2113';
const shape =
  /^esdb(?:\+discover)?:\/\/(?:(?<user>[^:@/?]+):(?<password>[^@]+)@)?(?<hosts>[^@/?]+)\/*(?:\?(?<query>.*))?$/;

/** @throws Error with a one-line remedy that contains no secret */
export function parseConnectionString(connectionString: string): Connection {
  const { user, password, hosts, query } = shape.exec(connectionString.trim())?.groups ?? {};
  if (hosts === undefined) throw new Error(`EVENTSTORE_URL is not a connection string: set one ${example}`);

  const settings = new Map([...new URLSearchParams(query ?? '')].map(([name, value]) => [settingName(name), value]));
  if (settings.get('throwonappendfailure') === 'false') {
    throw new Error('EVENTSTORE_URL must not set throwOnAppendFailure=false: conflicts would go unseen; remove it');
  }
  if (user !== undefined && password !== undefined) {
    return { hosts, credentials: { username: decoded(user), password: decoded(password) } };
  }
  if (settings.get('tls') !== 'false') {
    throw new Error(
      'EVENTSTORE_URL names no user: set esdb://user:password@host:2113, or add ?tls=false for an insecure server',
    );
  }
  // The client never sends credentials to an insecure server, but passing some selects how it appends.
  return { hosts, credentials: { username: 'insecure', password: 'insecure' } };
}

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Error('EVENTSTORE_URL has a % in its user or password that begins no escape: write it as %25');
  }
};

/** As the client does: names are compared without case, underscores and hyphens. */
const settingName = (name: string): string => name.trim().toLowerCase().replaceAll(/[_-]/g, '');
