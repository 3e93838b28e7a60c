import { createHash } from 'node:crypto';

/** The oldest supported versions: the first with `URL.canParse`, which the page checks (UI-165). */
export const BROWSERS = ['chrome120', 'safari17', 'firefox115'];

/**
 * The first versions with `light-dark()` (THEME-1). For older ones the build would write each pair twice, so
 * they get the light values in a separate file.
 */
export const STYLED = ['chrome123', 'safari17.5', 'firefox120'];

/**
 * Names that one of these browsers lacks and that work nowhere in part. Methods of JavaScript itself need no
 * entry, because the types (`lib` of tsconfig.json) do not have them.
 */
const NEVER = {
  css: (
    'anchor-name position-anchor position-area @position-try @function if( @starting-style ' +
    'field-sizing interpolate-size calc-size( sibling-index( sibling-count( @scope ' +
    'animation-timeline scroll-timeline view-timeline text-box corner-shape ' +
    '::details-content :state( :open contrast-color( reading-flow transition-behavior'
  ).split(' '),
  script: (
    'AbortSignal.any URL.parse Promise.try Promise.withResolvers RegExp.escape Temporal. ' +
    'Array.fromAsync Object.groupBy Map.groupBy Iterator.from .toBase64( .fromBase64( ' +
    'moveBefore( setHTML( setHTMLUnsafe( Intl.DurationFormat Float16Array'
  ).split(' '),
};

/** Names that one of these browsers lacks: a file that uses one must ask for it first. */
const ASKED = (
  'userAgentData requestIdleCallback startViewTransition wakeLock setSinkId setAppBadge ' +
  'showOpenFilePicker showSaveFilePicker documentPictureInPicture CloseWatcher launchQueue ' +
  'getInstalledRelatedApps scheduler EyeDropper ImageDecoder deviceMemory Segmenter ' +
  'canShare userActivation showPopover ClipboardItem selectAudioOutput caches'
).split(' ');

/** @param {string} text */
const quoted = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
const boundary = (/** @type {string} */ name) =>
  /^\w/.test(name) ? `(?<![\\w-])${quoted(name)}` : quoted(name);

/** @param {string} code */
const withoutComments = (code) => code.replaceAll(/\/\*[^]*?\*\/|(?<![:'"`])\/\/.*$/gm, '');

/**
 * @param {string} code of one source file, as it is written
 * @param {'css' | 'script'} kind
 * @returns {readonly string[]} names that a supported browser does not have
 */
export function tooYoung(code, kind) {
  const bare = withoutComments(code);
  const never = NEVER[kind].filter((name) => new RegExp(boundary(name)).test(bare));
  if (kind === 'css') return never;
  const apis = ASKED.filter((name) => new RegExp(`\\.${name}\\b|\\bnew ${name}\\b`).test(bare));
  const unasked = apis.filter(
    (name) =>
      !new RegExp(`['"\`]${name}['"\`] in\\b|\\b${name}\\?\\.|typeof [\\w.]*\\b${name}\\b`).test(bare),
  );
  return [...never, ...unasked];
}

const TWO_VALUES = /(--[\w-]+):([^;{}]*light-dark\([^;{}]*)/g;

/** The first value of each `light-dark()`. @param {string} value */
function lightOf(value) {
  let rest = value;
  let light = '';
  for (let at = rest.indexOf('light-dark('); at >= 0; at = rest.indexOf('light-dark(')) {
    light += rest.slice(0, at);
    rest = rest.slice(at + 'light-dark('.length);
    let depth = 0;
    const end = [...rest].findIndex((sign) => {
      if (sign === '(') depth += 1;
      if (sign === ')') depth -= 1;
      return (sign === ',' && depth === 0) || depth < 0;
    });
    const first = rest.slice(0, end);
    rest = rest.slice(end);
    depth = 0;
    const close = [...rest].findIndex((sign) => {
      if (sign === '(') depth += 1;
      if (sign === ')') depth -= 1;
      return depth < 0;
    });
    light += first.trim();
    rest = rest.slice(close + 1);
  }
  return light + rest;
}

/**
 * The light values of all colours, for browsers without `light-dark()` (Chrome before 123, Firefox before
 * 120, Safari before 17.5): more specific than `:root`, because the styles with the pairs load later.
 *
 * @param {string} css all styles of the build
 */
export function lightStyle(css) {
  const values = [...css.matchAll(TWO_VALUES)].map(([, name, value = '']) => `${name}:${lightOf(value)}`);
  return `@supports not (color:light-dark(red,red)){html:root{${[...new Set(values)].join(';')}}}`;
}

/** The address of that style in the script at the head of the page. */
export const LIGHT_PLACE = /\bLIGHT_OF_THIS_BUILD\b/;

/** @param {import('vite').Rolldown.OutputBundle} bundle */
export function lightAsset(bundle) {
  const styles = Object.values(bundle).flatMap((item) =>
    item.type === 'asset' && item.fileName.endsWith('.css') ? [String(item.source)] : [],
  );
  const source = lightStyle(styles.join(''));
  const print = createHash('sha256').update(source).digest('base64url').slice(0, 8);
  return { fileName: `assets/light-${print}.css`, source };
}

/**
 * Fails the build for a name in our own files that a supported browser does not have.
 *
 * @returns {import('vite').Plugin}
 */
export function browsersPlugin() {
  return {
    name: 'browsers',
    enforce: 'pre',
    apply: 'build',
    transform(code, id) {
      const [path = ''] = id.split('?');
      if (!/\/(?:src|machines)\//.test(path) || path.includes('node_modules')) return;
      const kind = path.endsWith('.css') ? 'css' : /\.tsx?$/.test(path) ? 'script' : null;
      const names = kind === null ? [] : tooYoung(code, kind);
      if (names.length > 0)
        this.error(`${path} uses ${names.join(', ')}, which ${BROWSERS.join(', ')} do not all have`);
    },
  };
}
