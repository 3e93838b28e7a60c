/** The oldest Node that runs the server and the build; the same number as `engines` in package.json. */
const oldest = [20, 19];

/**
 * @param {string} version as in `process.versions.node`
 * @returns {string | null} one clear line, or null when it will do
 */
export function nodeProblem(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [needMajor = 0, needMinor = 0] = oldest;
  const fits = major > needMajor || (major === needMajor && minor >= needMinor);
  return fits ? null : `Parley needs Node ${needMajor}.${needMinor} or newer; this is Node ${version}.`;
}

/** `EX_CONFIG`: a service manager does not start the server again, as with a wrong setting (START-2). */
const exitCode = 78;

/** Ends the process with one clear line when this Node is too old. */
export function requireNode() {
  const problem = nodeProblem(process.versions.node);
  if (problem === null) return;
  process.stderr.write(`${problem}\n`);
  process.exit(exitCode);
}
