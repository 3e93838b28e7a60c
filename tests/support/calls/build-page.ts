import { join } from 'node:path';
import { build } from 'vite';
import { root } from '../house/repository.ts';

let built: Promise<string> | null = null;

/** The page of the tests of calls as one script. */
export function callPageScript(): Promise<string> {
  built ??= make();
  return built;
}

async function make(): Promise<string> {
  const made = await build({
    root,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2022',
      minify: false,
      rolldownOptions: { input: join(root, 'tests/support/calls/page.ts'), output: { codeSplitting: false } },
    },
  });
  const [output] = Array.isArray(made) ? made : [made];
  if (output === undefined || !('output' in output)) throw new Error('the page of the calls was not built');
  return output.output[0].code;
}
