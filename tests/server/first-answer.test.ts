import { describe, expect, it } from 'vitest';
import { DEFAULT_CONFIG } from '../../src/domain/config.ts';
import { createFirstAnswer, fillPage, pageLanguage } from '../../src/server/http/first-answer-adapter.ts';
import { visitorConfig } from '../../src/server/frames/config-data.ts';

const PAGE =
  '<h1>{{name}}</h1>{{#logo}}<img src="{{logo}}">{{/logo}}{{^logo}}mark{{/logo}}{{#demo}}demo{{/demo}}{{^demo}}{{/demo}}{{#open}}register{{/open}}{{^open}}{{/open}}<script>boot()</script><script type="application/json">{{config}}</script>';
type SysInfo = typeof DEFAULT_CONFIG.sysInfo;
const config = (sysInfo: Partial<SysInfo> = {}, demonMode = false) => ({
  ...DEFAULT_CONFIG,
  demonMode,
  sysInfo: { ...DEFAULT_CONFIG.sysInfo, ...sysInfo },
});

describe('the first answer', () => {
  it('UI-111: the page says what the administrator has chosen, and nothing else', () => {
    expect(fillPage(PAGE, config())).toMatch(/^<h1>Parley<\/h1>mark<script>/);
    expect(fillPage(PAGE, config({ name: 'Harbour', logo: '/pictures/1.png', regtype: 1 }, true))).toMatch(
      /^<h1>Harbour<\/h1><img src="\/pictures\/1.png">demoregister<script>/,
    );
  });

  it('START-24: the page of a server without accounts states what its first account becomes', () => {
    const page = '{{#first}}the first one{{/first}}{{^first}}{{/first}}';
    expect(fillPage(page, config())).toBe('');
    expect(fillPage(page, visitorConfig(config({ noAccounts: true })))).toBe('the first one');
  });

  it.each([
    ['the last language of this browser', 'a=1; language=en', 'zh-CN', 'en'],
    ['a cookie of a language that there is not', 'language=tlh', 'zh-CN', 'zh-CN'],
    ['the best that there is', '', 'tlh, en;q=0.5, zh;q=0.8', 'zh-CN'],
    ['another region', '', 'en-AU', 'en'],
    ['a script instead of a region', '', 'zh-Hans', 'zh-CN'],
    ['none that there is', '', 'tlh', 'en'],
    ['a refused one', '', 'zh;q=0', 'zh-CN'],
    ['no wish', '', '', 'zh-CN'],
    ['no wish of a program', '', '*', 'zh-CN'],
    ['nonsense', 'language=constructor', ';;,_x;q=9', 'en'],
  ])('UI-151: the first answer is in the language of the browser: %s', (_, cookies, accepted, language) => {
    expect(pageLanguage(cookies, accepted)).toBe(language);
  });

  it('UI-111: the page is cached until the configuration changes', async () => {
    const body = new TextEncoder().encode(PAGE);
    const requests: string[] = [];
    const answer = createFirstAnswer(async (path) => {
      requests.push(path);
      return { body, type: 'text/html', hashed: false, gzip: null };
    }, "default-src 'self'");
    const first = await answer('en', config());
    expect(await answer('en', config())).toBe(first);
    expect(
      new TextDecoder().decode((await answer('zh-CN', config({ name: 'Harbour' })))?.asset.body),
    ).toContain('<h1>Harbour</h1>');
    expect(requests).toEqual(['/login.en.html', '/login.en.html', '/login.zh-CN.html']);
  });

  it('SEC-1: row 61: values filled into the page never become trusted scripts', async () => {
    const built =
      '<h1>{{name}}</h1><script>boot()</script>{{#demo}}<script>{{config}}</script>{{/demo}}{{^demo}}{{/demo}}';
    const answer = createFirstAnswer(
      () =>
        Promise.resolve({
          body: new TextEncoder().encode(built),
          type: 'text/html',
          hashed: false,
          gzip: null,
        }),
      'p',
    );
    const [plain, filled] = [
      await answer('en', config()),
      await answer('en', config({ name: 'Harbour' }, true)),
    ];
    expect(new TextDecoder().decode(filled?.asset.body)).toContain(
      'Harbour</h1><script>boot()</script><script>{',
    );
    expect(filled?.policy).toBe(plain?.policy);
  });

  it('UI-111: a visitor gets no call servers', () => {
    const report = visitorConfig({
      ...config({ regtypeChosen: true }),
      chatInfo: { ...DEFAULT_CONFIG.chatInfo, stun: 'turn:a', stunUser: 'u', stunPass: 'p' },
    });
    expect(report.chatInfo).toMatchObject({ stun: '', stunUser: '', stunPass: '' });
    expect(report.sysInfo).not.toHaveProperty('regtypeChosen');
  });
});
