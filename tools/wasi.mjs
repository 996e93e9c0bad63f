// node tools/wasi.mjs PROGRAM [ARGUMENT...]: runs a program that is built for wasm32-wasip1.

import { readFile } from "node:fs/promises";
import { argv } from "node:process";
import { WASI } from "node:wasi";

const args = argv.slice(2);
const wasi = new WASI({ version: "preview1", args, env: {}, preopens: {} });
const program = await WebAssembly.compile(await readFile(args[0]));
wasi.start(await WebAssembly.instantiate(program, wasi.getImportObject()));
