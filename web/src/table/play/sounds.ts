// Small sounds, synthesised from tones and noise: nothing is loaded.

import { prefs } from "../../state/prefs.svelte";

export type SoundName =
  | "steps"
  | "swing"
  | "shot"
  | "hit"
  | "miss"
  | "hurt"
  | "cure"
  | "fall"
  | "magic"
  | "dice"
  | "door"
  | "round"
  | "yours"
  | "point";

interface Voice {
  /** A tone from one frequency to another in hertz; without it only noise. */
  from?: number;
  to?: number;
  shape?: OscillatorType;
  /** The amount of noise, and its cut-off frequency. */
  noise?: number;
  pass?: number;
  seconds: number;
  loud: number;
  /** Repetitions, with their distance in seconds. */
  times?: number;
  apart?: number;
}

const VOICES: Record<SoundName, Voice> = {
  steps: { noise: 1, pass: 420, seconds: 0.05, loud: 0.16, times: 3, apart: 0.15 },
  swing: { noise: 1, pass: 2_400, seconds: 0.12, loud: 0.1 },
  shot: { from: 900, to: 260, shape: "triangle", noise: 0.4, pass: 3_000, seconds: 0.16, loud: 0.1 },
  hit: { from: 150, to: 60, shape: "square", noise: 0.8, pass: 1_200, seconds: 0.12, loud: 0.16 },
  miss: { noise: 0.7, pass: 5_000, seconds: 0.1, loud: 0.05 },
  hurt: { from: 210, to: 110, shape: "triangle", seconds: 0.12, loud: 0.1 },
  cure: { from: 520, to: 780, shape: "sine", seconds: 0.3, loud: 0.1 },
  fall: { from: 120, to: 38, shape: "sine", noise: 0.5, pass: 500, seconds: 0.5, loud: 0.24 },
  magic: { from: 340, to: 900, shape: "sine", noise: 0.15, pass: 6_000, seconds: 0.4, loud: 0.09 },
  dice: { noise: 1, pass: 3_600, seconds: 0.03, loud: 0.12, times: 5, apart: 0.07 },
  door: { from: 90, to: 130, shape: "sawtooth", seconds: 0.25, loud: 0.05 },
  round: { from: 196, to: 196, shape: "triangle", seconds: 0.5, loud: 0.12, times: 2, apart: 0.22 },
  yours: { from: 523, to: 659, shape: "sine", seconds: 0.22, loud: 0.1 },
  point: { from: 880, to: 880, shape: "sine", seconds: 0.18, loud: 0.1, times: 2, apart: 0.12 },
};

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

function noiseOf(audio: AudioContext): AudioBuffer {
  if (noise) return noise;
  noise = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1) samples[at] = Math.random() * 2 - 1;
  return noise;
}

export function play(name: SoundName): void {
  if (!prefs.sounds || document.hidden) return;
  // Browsers allow sound only after the user has interacted with the page.
  if (!navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  const voice = VOICES[name];
  for (let time = 0; time < (voice.times ?? 1); time += 1) {
    voiced(context, voice, context.currentTime + time * (voice.apart ?? 0));
  }
}

function voiced(audio: AudioContext, voice: Voice, start: number): void {
  const end = start + voice.seconds;
  const level = audio.createGain();
  level.gain.setValueAtTime(voice.loud, start);
  level.gain.exponentialRampToValueAtTime(0.0005, end);
  level.connect(audio.destination);
  if (voice.from) {
    const tone = audio.createOscillator();
    tone.type = voice.shape ?? "sine";
    tone.frequency.setValueAtTime(voice.from, start);
    tone.frequency.exponentialRampToValueAtTime(voice.to ?? voice.from, end);
    tone.connect(level);
    tone.start(start);
    tone.stop(end);
  }
  if (voice.noise) {
    const source = audio.createBufferSource();
    source.buffer = noiseOf(audio);
    const filter = audio.createBiquadFilter();
    filter.type = "lowpass";
    filter.frequency.value = voice.pass ?? 2_000;
    const part = audio.createGain();
    part.gain.value = voice.noise;
    source.connect(filter).connect(part).connect(level);
    source.start(start, Math.random() * 0.5);
    source.stop(end);
  }
}
