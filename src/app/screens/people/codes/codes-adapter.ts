import { codePicture } from '../../../platform/code-picture.ts';

export interface Poster {
  readonly title: string;
  readonly detail: string;
  readonly note: string;
}

const [WIDTH, HEIGHT, CODE] = [500, 700, 360] as const;
const FONT = 'system-ui, sans-serif';

/** Name, code and note as one picture, to be saved; its address. */
export async function posterPicture(text: string, { title, detail, note }: Poster): Promise<string> {
  const code = new Image();
  code.src = await codePicture(text, CODE);
  await code.decode();
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const brush = canvas.getContext('2d');
  if (brush === null) return code.src;
  brush.fillStyle = '#ffffff';
  brush.fillRect(0, 0, WIDTH, HEIGHT);
  brush.textAlign = 'center';
  const line = (words: string, y: number, font: string, color: string) => {
    brush.font = `${font} ${FONT}`;
    brush.fillStyle = color;
    brush.fillText(words, WIDTH / 2, y, WIDTH - 60);
  };
  line(title, 90, '600 34px', '#16201b');
  line(detail, 135, '400 22px', '#5b665f');
  brush.drawImage(code, (WIDTH - CODE) / 2, 180, CODE, CODE);
  line(note, 610, '400 22px', '#5b665f');
  return canvas.toDataURL('image/png');
}

interface Detector {
  detect(source: CanvasImageSource): Promise<readonly { readonly rawValue: string }[]>;
}

/** The text of a code in a picture or video frame, or null. The browser's own reader is used if available. */
export async function readCode(source: HTMLVideoElement | HTMLImageElement): Promise<string | null> {
  const native = detector();
  if (native !== null) {
    try {
      return (await native.detect(source))[0]?.rawValue ?? null;
    } catch {
      // Some browsers have the interface and no reader behind it.
    }
  }
  return readByHand(source);
}

const LONGEST_PX = 1_000;

async function readByHand(source: HTMLVideoElement | HTMLImageElement): Promise<string | null> {
  const [width, height] =
    source instanceof HTMLVideoElement
      ? [source.videoWidth, source.videoHeight]
      : [source.naturalWidth, source.naturalHeight];
  if (width === 0 || height === 0) return null;
  const scale = Math.min(1, LONGEST_PX / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const brush = canvas.getContext('2d', { willReadFrequently: true });
  if (brush === null) return null;
  brush.drawImage(source, 0, 0, canvas.width, canvas.height);
  const { data } = brush.getImageData(0, 0, canvas.width, canvas.height);
  const { default: jsQR } = await import('jsqr');
  return jsQR(data, canvas.width, canvas.height)?.data || null;
}

function detector(): Detector | null {
  const Native: unknown = Reflect.get(window, 'BarcodeDetector');
  if (typeof Native !== 'function') return null;
  try {
    return new (Native as new (options: object) => Detector)({ formats: ['qr_code'] });
  } catch {
    return null;
  }
}

export interface Camera {
  /** A light that can be switched, where the camera has one. */
  readonly torch: ((on: boolean) => void) | null;
  stop(): void;
}

/** Opens the back camera in `video`, or returns the reason why it is unavailable. */
export async function openCamera(video: HTMLVideoElement): Promise<Camera | 'denied' | 'absent'> {
  if (!('mediaDevices' in navigator)) return 'absent';
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
    video.srcObject = stream;
    await video.play();
    const track = stream.getVideoTracks()[0];
    const can: unknown = track?.getCapabilities?.();
    const light = typeof can === 'object' && can !== null && Reflect.get(can, 'torch') === true;
    return {
      torch: light
        ? (on) => void track?.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] })
        : null,
      stop: () => {
        for (const one of stream.getTracks()) one.stop();
        video.srcObject = null;
      },
    };
  } catch (error) {
    return error instanceof DOMException && error.name === 'NotAllowedError' ? 'denied' : 'absent';
  }
}
