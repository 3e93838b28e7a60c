import '../../../src/app/kit/tokens.css';
import '../../../src/app/kit/app-tokens.css';
import '../../../src/app/kit/page-tokens.css';
import '../../../src/app/kit/global.css';
import { createRoot } from 'react-dom/client';
import { SimulatorApp } from './app.tsx';
import { drawLoop, fetchText, openWorker, prefersReducedMotion, showSession } from './page-adapter.ts';
import { languageOfPage } from './screen-adapter.ts';
import { RunWatch } from './watch.ts';
import { pageLanguage, speakPage } from './words.ts';

/** Watches a seed run: `/simulate.html?seed=7`, or `?script=` with a file that `--shrink` wrote. */
const query = new URLSearchParams(location.search);
const whole = (name: string): number | undefined =>
  /^\d{1,9}$/.test(query.get(name) ?? '') ? Number(query.get(name)) : undefined;
const options = Object.fromEntries(
  (['seed', 'clients', 'nodes', 'steps'] as const).flatMap((name) =>
    whole(name) === undefined ? [] : [[name, whole(name)]],
  ),
);

speakPage(languageOfPage(query.get('lang')));
document.documentElement.lang = pageLanguage() === 'en' ? 'en' : 'zh-CN';
const watch = new RunWatch({ engine: openWorker, session: showSession }, options);
const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<SimulatorApp watch={watch} />);
drawLoop((ms) => watch.advance(ms));

const script = query.get('script');
void begin();

/** Opens the run and plays it, unless the user wants no motion. */
async function begin(): Promise<void> {
  if (script === null) watch.open(watch.get().plan);
  else watch.openScript(decodeURIComponent(script.split('/').at(-1) ?? script), await fetchText(script));
  if (!prefersReducedMotion()) watch.play(true);
}
