import { type BrowserContext, chromium } from 'playwright-core';
import { afterEach, expect } from 'vitest';
import {
  browserArgs,
  go,
  type Language,
  type Person,
  narrow,
  reportForeignRequests,
  watchPage,
} from './browser.ts';
import { signUp, type HttpUser } from './http-user.ts';
import { login } from './person.ts';
import { killServers, temporaryFolder } from './server.ts';
import { textsOf } from './texts.ts';

/** A separate phone: a stored profile with the service worker, as an installed app has it. */
export interface Phone extends Person {
  readonly user: HttpUser;
  readonly folder: string;
}

const open = new Set<BrowserContext>();
const phones: Phone[] = [];

export interface PhoneLook {
  readonly language?: Language;
  readonly flags?: readonly string[];
  readonly permissions?: readonly string[];
  readonly size?: { readonly width: number; readonly height: number };
}

async function openContext(folder: string, look: PhoneLook): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: [...browserArgs, ...(look.flags ?? [])],
    viewport: look.size ?? narrow,
    hasTouch: true,
    reducedMotion: 'reduce',
    locale: 'fr-FR',
  });
  context.setDefaultTimeout(30_000);
  await context.addInitScript(() => localStorage.setItem('notifications-offered', '1'));
  await context.addInitScript(
    (language) => localStorage.getItem('language') ?? localStorage.setItem('language', language),
    look.language ?? 'zh-CN',
  );
  open.add(context);
  return context;
}

/** Signs in a new user at a phone and stores the first build for an offline start. */
export async function newPhone(url: string, name: string, look: PhoneLook = {}): Promise<Phone> {
  const user = await signUp(url, name);
  const folder = temporaryFolder();
  const context = await openContext(folder, look);
  if (look.permissions !== undefined) await context.grantPermissions([...look.permissions], { origin: url });
  await context.addInitScript(reportForeignRequests, url);
  const page = context.pages()[0] ?? (await context.newPage());
  const language = look.language ?? 'zh-CN';
  const phone: Phone = {
    name,
    account: user.account,
    user,
    folder,
    context,
    page,
    language,
    t: textsOf(language),
    url,
    faults: watchPage(page, url),
  };
  await go(phone, '/');
  await login(phone);
  await kept(phone);
  phones.push(phone);
  return phone;
}

/** Waits until the service worker controls all pages that open next. */
export async function kept({ page }: Person): Promise<void> {
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
}

/** At the end nothing may have gone wrong unseen. */
export function putPhonesAway(): void {
  afterEach(async () => {
    const faults = phones
      .splice(0)
      .flatMap((phone) => phone.faults.map((fault) => `${phone.name}: ${fault}`));
    await Promise.all([...open].map((context) => context.close()));
    open.clear();
    await killServers();
    expect(faults).toEqual([]);
  });
}
