import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { DEFAULT_CONFIG } from '../../src/domain/config.ts';
import { fillPage, policyFor } from '../../src/server/http/first-answer-adapter.ts';

const PAGE =
  '<h1>{{name}}</h1>{{#logo}}<img src="{{logo}}">{{/logo}}{{^logo}}mark{{/logo}}{{#demo}}demo{{/demo}}{{^demo}}{{/demo}}{{#open}}register{{/open}}{{^open}}{{/open}}<script>boot()</script><script type="application/json">{{config}}</script>';
type SysInfo = typeof DEFAULT_CONFIG.sysInfo;
const config = (sysInfo: Partial<SysInfo> = {}, demonMode = false) => ({
  ...DEFAULT_CONFIG,
  demonMode,
  sysInfo: { ...DEFAULT_CONFIG.sysInfo, ...sysInfo },
});

it('SEC-1: row 61: a name of the service that is markup is written as text, and ends no script', () => {
  const page = fillPage(
    PAGE,
    config({ name: '</script><script>steal()</script>{{logo}}', logo: '" onerror="steal()' }),
  );
  expect(page).toContain(
    '<h1>&lt;/script&gt;&lt;script&gt;steal()&lt;/script&gt;{{logo}}</h1><img src="&quot; onerror=&quot;steal()">',
  );
  expect([...page.matchAll(/<script/g)]).toHaveLength(2);
  const data = /json">(.*)<\/script>/.exec(page)?.[1] ?? '';
  expect(JSON.parse(data)).toMatchObject({ sysInfo: { name: '</script><script>steal()</script>{{logo}}' } });
});

it('SEC-1: row 61: only the scripts inside the page may run in it', () => {
  const [, digest] =
    /^default-src 'self'; script-src 'self' '(sha256-[\w+/]{43}=)'$/.exec(
      policyFor(PAGE, "default-src 'self'"),
    ) ?? [];
  expect(digest).toBe(`sha256-${createHash('sha256').update('boot()').digest('base64')}`);
  expect(policyFor('<script src="/a.js"></script>', "default-src 'self'")).toBe("default-src 'self'");
});
