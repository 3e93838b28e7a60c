/** Microphone and sound of a shared screen as one track: a connection has one place for sound (CALL-49). */
export class SoundMix {
  readonly #context = new AudioContext();
  readonly #out = this.#context.createMediaStreamDestination();
  #microphone: { readonly track: MediaStreamTrack; readonly node: AudioNode } | null = null;

  constructor(screen: MediaStreamTrack) {
    this.#connect(screen);
    // The share began with a press, which browsers require.
    void this.#context.resume();
  }

  get track(): MediaStreamTrack | null {
    return this.#out.stream.getAudioTracks()[0] ?? null;
  }

  /** A muted microphone adds silence. */
  setMicrophone(track: MediaStreamTrack | null): void {
    if (this.#microphone?.track === track) return;
    this.#microphone?.node.disconnect();
    this.#microphone = track && { track, node: this.#connect(track) };
  }

  close(): void {
    this.track?.stop();
    void this.#context.close();
  }

  #connect(track: MediaStreamTrack): AudioNode {
    const node = this.#context.createMediaStreamSource(new MediaStream([track]));
    node.connect(this.#out);
    return node;
  }
}
