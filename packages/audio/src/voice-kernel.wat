;; One layer of the network: `rows` sums of products over `bytes / 4` inputs each, plus a bias, none below `lowest`.
;; The biases follow the weights. `rows` and the number of inputs are multiples of four.
(module
  (memory (export "memory") 14)
  (func (export "layer")
    (param $inputs i32) (param $weights i32) (param $outputs i32) (param $rows i32) (param $bytes i32) (param $lowest f32)
    (local $biases i32) (local $second i32) (local $third i32) (local $fourth i32) (local $at i32) (local $end i32)
    (local $input v128) (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (local.set $biases (i32.add (local.get $weights) (i32.mul (local.get $rows) (local.get $bytes))))
    (local.set $end (i32.add (local.get $inputs) (local.get $bytes)))
    ;; Four rows at a time, so that an input is loaded once for all of them.
    (loop $rows_left
      (local.set $second (i32.add (local.get $weights) (local.get $bytes)))
      (local.set $third (i32.add (local.get $second) (local.get $bytes)))
      (local.set $fourth (i32.add (local.get $third) (local.get $bytes)))
      (local.set $a (v128.const i32x4 0 0 0 0))
      (local.set $b (v128.const i32x4 0 0 0 0))
      (local.set $c (v128.const i32x4 0 0 0 0))
      (local.set $d (v128.const i32x4 0 0 0 0))
      (local.set $at (local.get $inputs))
      (loop $inputs_left
        (local.set $input (v128.load (local.get $at)))
        (local.set $a (f32x4.add (local.get $a) (f32x4.mul (local.get $input) (v128.load (local.get $weights)))))
        (local.set $b (f32x4.add (local.get $b) (f32x4.mul (local.get $input) (v128.load (local.get $second)))))
        (local.set $c (f32x4.add (local.get $c) (f32x4.mul (local.get $input) (v128.load (local.get $third)))))
        (local.set $d (f32x4.add (local.get $d) (f32x4.mul (local.get $input) (v128.load (local.get $fourth)))))
        (local.set $weights (i32.add (local.get $weights) (i32.const 16)))
        (local.set $second (i32.add (local.get $second) (i32.const 16)))
        (local.set $third (i32.add (local.get $third) (i32.const 16)))
        (local.set $fourth (i32.add (local.get $fourth) (i32.const 16)))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br_if $inputs_left (i32.lt_u (local.get $at) (local.get $end))))
      (local.set $weights (local.get $fourth))
      ;; Each of the four holds four partial sums: added crosswise they become one vector of four sums.
      (local.set $input
        (f32x4.add
          (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $a) (local.get $b))
          (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $a) (local.get $b))))
      (local.set $a
        (f32x4.add
          (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $c) (local.get $d))
          (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $c) (local.get $d))))
      (v128.store (local.get $outputs)
        (f32x4.max
          (f32x4.splat (local.get $lowest))
          (f32x4.add
            (v128.load (local.get $biases))
            (f32x4.add
              (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $input) (local.get $a))
              (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $input) (local.get $a))))))
      (local.set $biases (i32.add (local.get $biases) (i32.const 16)))
      (local.set $outputs (i32.add (local.get $outputs) (i32.const 16)))
      (local.set $rows (i32.sub (local.get $rows) (i32.const 4)))
      (br_if $rows_left (local.get $rows)))))
