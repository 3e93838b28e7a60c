import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isSetting } from '../../src/server/kernel/setting-names.ts';
import { readSettings } from '../../src/server/kernel/settings.ts';
import { environmentOf, stagesOf, wordsOf } from '../../src/tools/image-steps.mjs';
import { deployed, namesOf, settingNames, unitOf } from '../support/deploy.ts';
import { root } from '../support/house/repository.ts';

/** The environment of a service of the composition. */
const values = (part: string): readonly (readonly [string, string])[] =>
  [...part.matchAll(/^ {6}([A-Z][A-Z_]+): (.+)$/gm)].map(([, name = '', value = '']) => [name, value]);
const allNames = settingNames();

describe('the image', () => {
  const text = deployed('Dockerfile');
  const stages = stagesOf(text);
  const last = stages.at(-1);
  if (last === undefined) throw new Error('no stage');
  const readValue = (word: string): string => last.steps.findLast((step) => step.word === word)?.rest ?? '';

  it('START-14: is the release and what Node needs, and nothing else of a system', () => {
    expect(stages.map(({ from }) => from.replace(/:.*/, ''))).toEqual(['node', 'scratch']);
    expect(text).toContain('npm run release -- --folder /image/app');
    expect(text).toContain('npm ci --omit=dev --ignore-scripts');
    expect(last.steps.filter(({ word }) => word === 'RUN' || word === 'ADD')).toEqual([]);
  });

  it('START-14: the image runs as a user who is not root and owns the data alone', () => {
    const [user = '', group = ''] = readValue('USER').split(':');
    expect(Number(user)).toBeGreaterThan(999);
    expect(text).toContain(`parley:x:${user}:${group}:`);
    const owned = last.steps.filter(({ word, rest }) => word === 'COPY' && rest.includes('--chown'));
    expect(owned.map(({ rest }) => rest)).toEqual([`--from=build --chown=${user}:${group} /owned /`]);
    expect([readValue('VOLUME'), environmentOf(last)['DATA_DIR']]).toEqual(['/data', '/data']);
  });

  it('START-14: node gets the signals directly, and its own check reports its health', () => {
    expect([...wordsOf(last, 'ENTRYPOINT'), ...wordsOf(last, 'CMD')]).toEqual([
      '/usr/local/bin/node',
      'dist/server/main.js',
    ]);
    expect(readValue('STOPSIGNAL')).toBe('SIGTERM');
    const [, script = ''] = wordsOf(last, 'HEALTHCHECK');
    expect(existsSync(`${root}${script}`)).toBe(true);
  });

  it('START-14: gives only settings that there are, and the port that it names is the one', () => {
    const env = environmentOf(last);
    const strange = Object.keys(env).filter((name) => name !== 'NODE_ENV' && !allNames.has(name));
    expect(strange).toEqual([]);
    const settings = readSettings(env);
    expect([settings.host, String(settings.port)]).toEqual(['0.0.0.0', readValue('EXPOSE')]);
  });
});

describe('the composition', () => {
  const text = deployed('compose.yaml');
  /** Lines of one service. */
  const service = (name: string): string =>
    text.split(/^ {2}(?=\w+:$)/m).find((part) => part.startsWith(`${name}:`)) ?? '';
  const fill = (value: string): string =>
    value.replaceAll(/\$\{(\w+):\?\}/g, (_all, name: string) => secrets[name] ?? '').replaceAll('"', '');
  const secrets: Record<string, string> = {
    PUBLIC_URL: 'https://chat.example.org',
    POSTGRES_PASSWORD: 'a'.repeat(48),
    REDIS_PASSWORD: 'b'.repeat(48),
    TURN_SECRET: 'c'.repeat(48),
  };

  it('START-14: gives the server only settings that there are, and it takes them', () => {
    const env = values(service('parley'));
    expect(env.length).toBeGreaterThan(3);
    expect(env.map(([name]) => name).filter((name) => !allNames.has(name))).toEqual([]);
    const settings = readSettings(Object.fromEntries(env.map(([name, value]) => [name, fill(value)])));
    expect(settings).toMatchObject({
      publicUrl: 'https://chat.example.org',
      trustProxy: true,
      databaseUrl: `postgres://parley:${'a'.repeat(48)}@postgres:5432/parley`,
      redisUrl: `redis://:${'b'.repeat(48)}@redis:6379`,
      turnSecret: 'c'.repeat(48),
    });
  });

  it('START-14: its parts know the same names, passwords and secrets', () => {
    for (const name of ['postgres', 'redis', 'turn']) expect(service(name)).toContain('image: ');
    expect(service('postgres')).toContain('POSTGRES_USER: parley');
    expect(service('postgres')).toContain('POSTGRES_DB: parley');
    expect(service('postgres')).toContain('POSTGRES_PASSWORD: ${POSTGRES_PASSWORD:?}');
    expect(service('redis')).toContain('"--requirepass", "${REDIS_PASSWORD:?}"');
    expect(service('turn')).toContain('--static-auth-secret=${TURN_SECRET:?}');
    const requests = new Set([...text.matchAll(/\$\{(\w+):\?\}/g)].map(([, name = '']) => name));
    expect([...requests].toSorted()).toEqual([...namesOf(deployed('compose.env'))].toSorted());
  });

  it('START-14: the variant with HTTPS has the same limits and names only existing settings', () => {
    const https = deployed('compose.https.yaml');
    for (const line of ['context: ../..', 'read_only: true', 'cap_drop: [ALL]', 'stop_grace_period: 30s'])
      expect([line, https.includes(line)]).toEqual([line, true]);
    expect([...https.matchAll(/\$\{(\w+):\?\}/g)].map(([, name = '']) => name).filter(isSetting)).toEqual([
      'DOMAIN',
    ]);
  });

  it('START-14: builds this image from here, and stops it as patiently as the unit does', () => {
    expect(service('parley')).toContain('context: ../..');
    expect(service('parley')).toContain('dockerfile: docs/deploy/Dockerfile');
    const [seconds] = unitOf(deployed('parley.service')).get('TimeoutStopSec') ?? [];
    expect(service('parley')).toContain(`stop_grace_period: ${seconds}s`);
    expect(service('parley')).toContain('read_only: true');
  });
});
