/** docker-compose.yml as Compose reads it, with the settings of an installation. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export interface Service {
  readonly build?: { readonly target: string };
  readonly restart: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly healthcheck: { readonly test?: readonly string[]; readonly disable?: boolean };
  readonly deploy: { readonly resources: { readonly limits: Readonly<Record<string, unknown>> } };
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly networks?: readonly string[];
  readonly profiles?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, unknown>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

/** @param settings the file `.env` */
export function readCompose(settings: Readonly<Record<string, string>>): Compose {
  // `${NAME:-default}`; `$$` is a dollar sign.
  const interpolate = (text: string) =>
    text.replaceAll(/\$(?:\$|\{([A-Z_]+):-([^}]*)\})/g, (_, name?: string, byDefault?: string) =>
      name === undefined ? '$' : settings[name] || (byDefault ?? ''),
    );
  const text = readFileSync('docker-compose.yml', 'utf8');
  const interpolated = (_: unknown, value: unknown) => (typeof value === 'string' ? interpolate(value) : value);
  return parse(text, interpolated, { merge: true });
}

/** The services that run this program. */
export const processesOf = ({ services }: Compose): [name: string, service: Service][] =>
  Object.entries(services).filter(([, service]) => service.build?.target === 'potluck');
