// Runs seeds of a built simulator, one after another, until one fails: then it says which promise broke, and ends with 1.
import { pathToFileURL } from 'node:url';

const [built = '', seeds = '300'] = process.argv.slice(2);
/** @type {{ firstFailure: (seeds: number) => Promise<string | null> }} */
const { firstFailure } = await import(pathToFileURL(`${process.cwd()}/${built}/cli.js`).href);
const found = await firstFailure(Number(seeds));
if (found !== null) console.log(found);
process.exit(found === null ? 0 : 1);
