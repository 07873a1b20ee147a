/** Pitches of the two tones, Hz. */
const TONES_HZ = [660, 880];

/** Length of a tone, seconds. */
const TONE_LENGTH_S = 0.18;

let context: AudioContext | null = null;

/** Plays two short tones. Silent where the browser allows no sound without a press on this page. */
export function playChime(): void {
  try {
    context ??= new AudioContext();
  } catch {
    // No audio device.
    return;
  }
  void context.resume();
  const volume = context.createGain();
  volume.connect(context.destination);
  TONES_HZ.forEach((frequency, index) => {
    if (!context) return;
    const start = context.currentTime + index * TONE_LENGTH_S;
    const oscillator = new OscillatorNode(context, { frequency });
    oscillator.connect(volume);
    volume.gain.setValueAtTime(0.2, start);
    // Fades out: a tone that is cut clicks.
    volume.gain.exponentialRampToValueAtTime(0.001, start + TONE_LENGTH_S);
    oscillator.start(start);
    oscillator.stop(start + TONE_LENGTH_S);
  });
}
