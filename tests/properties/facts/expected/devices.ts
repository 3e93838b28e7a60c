/** User agents of each browser, after the part in round brackets. */
export const BROWSER_WORDS: readonly (readonly [words: string, name: string | null])[] = [
  ['AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36 Edg/120.0', 'Edge'],
  ['AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Mobile Safari/537.36 EdgA/120.0', 'Edge'],
  ['AppleWebKit/605.1 (KHTML, like Gecko) Version/17.0 EdgiOS/120.0 Mobile/15E148 Safari/604.1', 'Edge'],
  ['AppleWebKit/537.36 (KHTML, like Gecko) Chrome/64.0 Safari/537.36 Edge/17.17134', 'Edge'],
  ['AppleWebKit/537.36 (KHTML, like Gecko) Chrome/119.0 Safari/537.36 OPR/105.0', 'Opera'],
  [
    'AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/23.0 Chrome/115.0 Mobile Safari/537.36',
    'Samsung Internet',
  ],
  ['AppleWebKit/537.36 (KHTML, like Gecko) Chrome/86.0 Mobile Safari/537.36 MicroMessenger/8.0', 'WeChat'],
  ['AppleWebKit/605.1 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0', 'WeChat'],
  ['Gecko/20100101 Firefox/121.0', 'Firefox'],
  ['AppleWebKit/605.1 (KHTML, like Gecko) FxiOS/121.0 Mobile/15E148 Safari/605.1', 'Firefox'],
  ['AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36', 'Chrome'],
  ['AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/120.0 Safari/537.36', 'Chrome'],
  ['AppleWebKit/605.1 (KHTML, like Gecko) CriOS/120.0 Mobile/15E148 Safari/604.1', 'Chrome'],
  ['AppleWebKit/537.36 (KHTML, like Gecko) Ubuntu Chromium/80.0 Safari/537.36', 'Chrome'],
  ['AppleWebKit/605.1 (KHTML, like Gecko) Version/17.0 Safari/605.1', 'Safari'],
  ['AppleWebKit/605.1 (KHTML, like Gecko)', null],
  ['XSafari/1 XOPR/1 XFirefox/1 XEdg/1 XSamsungBrowser/1 XMicroMessenger/1', null],
  ['', null],
];

/** The bracketed part on each system. */
export const SYSTEM_WORDS: readonly (readonly [words: string, name: string | null])[] = [
  ['iPhone; CPU iPhone OS 17_1 like Mac OS X', 'iPhone'],
  ['iPad; CPU OS 16_6 like Mac OS X', 'iPad'],
  ['Linux; Android 14; Pixel 8', 'Android'],
  ['Android 14; Mobile; rv:121.0', 'Android'],
  ['X11; CrOS x86_64 14541.0', 'ChromeOS'],
  ['Windows NT 10.0; Win64; x64', 'Windows'],
  ['Macintosh; Intel', 'macOS'],
  ['Macintosh; Intel Mac OS X 10_15_7', 'macOS'],
  ['PPC Mac OS X', 'macOS'],
  ['X11; Ubuntu; Linux x86_64', 'Linux'],
  ['X11; FreeBSD amd64', null],
  ['Macs; xiPhone; iPhones; iPads; xiPad; Androids; xAndroid; xCrOS; CrOSs', null],
  ['Windowsy; xWindows; Linuxy; xLinux; Mac; xMacintosh; Mac OS Xs; Macintoshs', null],
];

/** Programs, and what they call themselves. */
export const PROGRAMS: readonly (readonly [says: string, name: string])[] = [
  ['curl/8.5.0', 'curl'],
  ['my-bot_2.0 (+https://bot.example)', 'my-bot_2.0'],
  ['Parley Desktop/6', 'Parley'],
  ['', ''],
  ['(secret)', ''],
  [' curl', ''],
  ['x', 'x'],
  ['a'.repeat(40), 'a'.repeat(40)],
  ['b'.repeat(41), 'b'.repeat(40)],
];

/** Neither: by the name with which all browsers begin. */
export const deviceKnownAs = (browser: string | null, system: string | null): string =>
  browser && system ? `${browser} · ${system}` : (browser ?? system ?? 'Mozilla');
