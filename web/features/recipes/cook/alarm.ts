/** The sound and the vibration of a timer that rings. */

const repeatAfterMs = 2_000;
/** Nobody is near after that. */
const maxRingingMs = 5 * 60_000;
const beepsPerSignal = 3;
const beepSeconds = 0.14;
const vibrationMs = [300, 150, 300, 150, 300];

let context: AudioContext | undefined;

/** Browsers play sounds only after the user has pressed something. Call this when they do. */
export function allowSound(): void {
  if (!('AudioContext' in globalThis)) return;
  context ??= new AudioContext();
  // Safari interrupts a context, for example during a call.
  if (context.state !== 'running') context.resume().catch(() => undefined);
}

/** Rings until the returned function is called. */
export function ring(): () => void {
  signal();
  const interval = setInterval(signal, repeatAfterMs);
  const stop = () => {
    clearInterval(interval);
    clearTimeout(timeout);
    if ('vibrate' in navigator) navigator.vibrate(0);
  };
  const timeout = setTimeout(stop, maxRingingMs);
  return stop;
}

function signal(): void {
  if ('vibrate' in navigator) navigator.vibrate(vibrationMs);
  if (context?.state !== 'running') return;
  for (let beep = 0; beep < beepsPerSignal; beep++) playBeep(context, context.currentTime + beep * beepSeconds * 2);
}

/** Fades in and out, which avoids clicks. */
function playBeep(audio: AudioContext, at: number): void {
  const oscillator = new OscillatorNode(audio, { frequency: 880, type: 'triangle' });
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.linearRampToValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(0.5, at + 0.02);
  gain.gain.linearRampToValueAtTime(0, at + beepSeconds);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(at);
  oscillator.stop(at + beepSeconds);
}
