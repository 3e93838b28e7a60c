import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { GlobalConfig } from '../../domain/config.ts';
import { isLanguage, preferredLanguage } from '../kernel/languages-adapter.ts';
import { asHtml } from '../kernel/html.ts';
import type { Asset, Assets } from './assets.ts';

const encoder = new TextEncoder();
/** A script of data ends at the first tag that looks like its end. */
const asData = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/**
 * Fills in the page that the build made: `{{name}}`, and `{{#demo}}…{{/demo}}` or `{{^demo}}…{{/demo}}` where
 * it is so or not.
 */
export function fillPage(page: string, config: GlobalConfig): string {
  const { sysInfo, demonMode } = config;
  const facts: Readonly<Record<string, boolean>> = {
    logo: sysInfo.logo !== '',
    demo: demonMode,
    open: sysInfo.regtype === 1,
    first: sysInfo.noAccounts === true,
    openid: (sysInfo.openIds ?? []).length > 0,
    mail: sysInfo.mail === true,
    passkeys: sysInfo.passkeys === true,
  };
  const values: Readonly<Record<string, string>> = {
    name: asHtml(sysInfo.name),
    logo: asHtml(sysInfo.logo),
    config: asData(config),
  };
  return page
    .replace(/\{\{([#^])(\w+)\}\}(.*?)\{\{\/\2\}\}/gs, (_, sign: string, name: string, inside: string) =>
      (facts[name] === true) === (sign === '#') ? inside : '',
    )
    .replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
}

/** Allows the scripts a built page contains. A page already filled in would also allow injected ones. */
export function policyFor(page: string, policy: string): string {
  const prints = [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, script]) =>
      `'sha256-${createHash('sha256')
        .update(script ?? '')
        .digest('base64')}'`,
  );
  return prints.length === 0 ? policy : `${policy}; script-src 'self' ${prints.join(' ')}`;
}

/** A page with its script policy. */
export interface FirstAnswer {
  readonly asset: Asset;
  readonly policy: string;
}

/**
 * The first answer to a browser: the login page in its language, with data filled in (UI-111). Null if the
 * build has none. Cached until the page or the configuration changes.
 */
export function createFirstAnswer(
  assets: Assets,
  policy: string,
): (language: string, config: GlobalConfig) => Promise<FirstAnswer | null> {
  const cache = new Map<string, { readonly page: string; readonly answer: FirstAnswer }>();
  return async (language, config) => {
    const file = await assets(`/login.${language}.html`);
    if (file === null) return null;
    const template = new TextDecoder().decode(file.body);
    const page = fillPage(template, config);
    const cached = cache.get(language);
    if (cached?.page === page) return cached.answer;
    const body = encoder.encode(page);
    const answer = {
      asset: { ...file, body, gzip: new Uint8Array(gzipSync(body)) },
      policy: policyFor(template, policy),
    };
    cache.set(language, { page, answer });
    return answer;
  };
}

/** The language of a first answer: the last one of this browser, or the one that it prefers (UI-151). */
export function pageLanguage(cookies: string, accepted: string): string {
  const last = /(?:^|;\s*)language=([\w-]+)/.exec(cookies)?.[1];
  return last !== undefined && isLanguage(last) ? last : preferredLanguage(accepted);
}
