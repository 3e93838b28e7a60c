/** How loud a stream is, from 0 to 1, about twenty times a second until the answer is called. */
const EVERY_MS = 50;
/** Speech near the microphone fills the bar. */
const FULL = 0.35;

export function watchLevel(stream: MediaStream, onLevel: (level: number) => void): () => void {
  if (typeof AudioContext === 'undefined' || stream.getAudioTracks().length === 0) return () => undefined;
  const context = new AudioContext();
  const source = context.createMediaStreamSource(stream);
  const analyser = context.createAnalyser();
  analyser.fftSize = 1_024;
  source.connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  let level = 0;
  const handle = setInterval(() => {
    analyser.getFloatTimeDomainData(samples);
    const mean = samples.reduce((sum, value) => sum + value * value, 0) / samples.length;
    // Rises at once and falls slowly, as needles do.
    level = Math.max(Math.min(1, Math.sqrt(mean) / FULL), level * 0.85);
    onLevel(level);
  }, EVERY_MS);
  return () => {
    clearInterval(handle);
    source.disconnect();
    void context.close().catch(() => undefined);
  };
}
