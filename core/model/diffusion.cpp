#include <algorithm>
#include <string>

#include "core/model/counting.hpp"

// Parts of a diffusion pipeline, each counted by diffusers' module of that name. The config holds a list "components";
// nothing here has a KV cache, so every part is a Tower.
namespace gpusel {
namespace {

constexpr Count limit = 1'000'000;

Count linear(Count in, Count out) { return in * out + out; }
Count conv3(Count in, Count out) { return 9 * in * out + out; }

std::vector<Count> counts(Config& c, std::string_view key) {
  std::vector<Count> out;
  const Value::Array* list = c.array({key});
  if (list == nullptr) return out;
  for (const Value& v : *list) {
    const double* n = v.number();
    if (n == nullptr || *n < 0 || *n > 1e5 || out.size() == 16) {
      c.fail("out-of-range", key, std::string(key) + " must be a list of widths");
      return {};
    }
    out.push_back(static_cast<Count>(*n));
  }
  return out;
}

// FluxTransformer2DModel: blocks with two streams, then blocks with one.
void count_flux(Config& c, Tower& t) {
  const Count h = t.hidden, d = c.integer({"head_dim", "attention_head_dim"}, 128, limit);
  const Count in = c.integer({"in_channels"}, 64, limit), text = c.integer({"joint_attention_dim"}, 4096, limit);
  const Count pooled = c.integer({"pooled_projection_dim"}, 768, limit);
  const Count two_streams = t.layers, one_stream = c.integer({"num_single_layers"}, 38, 4096);
  const Count time = linear(256, h) + linear(h, h);
  t.parameters =
      linear(in, h) + linear(text, h) + time + linear(pooled, h) + linear(h, h) + linear(h, 2 * h) + linear(h, in);
  if (c.boolean({"guidance_embeds"}, false)) t.parameters += time;
  const Count mlp = linear(h, 4 * h) + linear(4 * h, h);
  t.parameters += two_streams * (2 * linear(h, 6 * h) + 8 * linear(h, h) + 4 * d + 2 * mlp);
  t.parameters += one_stream * (linear(h, 3 * h) + linear(h, 4 * h) + linear(5 * h, h) + 3 * linear(h, h) + 2 * d);
  t.layers += one_stream;
  t.mlp_width = 4 * h;
}

// SD3Transformer2DModel: the last block does not update the text stream; the first blocks of 3.5 Medium attend twice.
void count_sd3(Config& c, Tower& t) {
  const Count h = t.hidden, d = c.integer({"head_dim", "attention_head_dim"}, 64, limit);
  const Count in = c.integer({"in_channels"}, 16, limit), out = c.integer({"out_channels"}, in, limit);
  const Count patch = c.integer({"patch_size"}, 2, 64), text = c.integer({"joint_attention_dim"}, 4096, limit);
  const Count pooled = c.integer({"pooled_projection_dim"}, 2048, limit),
              grid = c.integer({"pos_embed_max_size"}, 192, 4096);
  const Count dual = std::min(t.layers, c.integer({"dual_attention_layers"}, 0, 4096));
  const bool qk_norm = c.boolean({"qk_norm"}, false);
  const Count mlp = linear(h, 4 * h) + linear(4 * h, h);
  t.parameters = in * patch * patch * h + h + linear(256, h) + linear(h, h) + linear(pooled, h) + linear(h, h) +
                 linear(text, h) + linear(h, 2 * h) + linear(h, patch * patch * out);
  if (c.boolean({"pos_embed_stored"}, true)) t.parameters += grid * grid * h;
  const Count block = 2 * linear(h, 6 * h) + 8 * linear(h, h) + 2 * mlp + (qk_norm ? 4 * d : 0);
  t.parameters += t.layers * block;
  t.parameters -= linear(h, 4 * h) + linear(h, h) + mlp;  // of the last block
  t.parameters += dual * (linear(h, 3 * h) + 4 * linear(h, h) + (qk_norm ? 2 * d : 0));
  t.mlp_width = 4 * h;
}

struct Unet {
  Count time = 0, context = 0;
};

Count resnet(Count in, Count out, Count time) {
  return 2 * in + conv3(in, out) + (time > 0 ? linear(time, out) : 0) + 2 * out + conv3(out, out) +
         (in != out ? linear(in, out) : 0);
}

Count transformer(const Unet& u, Count c, Count layers) {
  if (layers == 0) return 0;
  const Count self = 3 * c * c + linear(c, c), cross = c * c + 2 * u.context * c + linear(c, c);
  const Count mlp = linear(c, 8 * c) + linear(4 * c, c);  // GEGLU
  return 2 * c + 2 * linear(c, c) + layers * (6 * c + self + cross + mlp);
}

// UNet2DConditionModel. A projection by 1x1 convolution or by a linear layer has the same size.
void count_unet(Config& c, Tower& t) {
  const std::vector<Count> width = counts(c, "block_out_channels"), depth = counts(c, "transformer_layers_per_block");
  if (width.empty() || depth.size() != width.size())
    return c.fail("missing", "block_out_channels", "a UNet needs block_out_channels");
  const Count per_block = c.integer({"layers_per_block"}, 2, 16), in = c.integer({"in_channels"}, 4, limit);
  const Unet u{4 * width[0], c.integer({"cross_attention_dim"}, 768, limit)};
  const std::size_t n = width.size();
  Count sum = linear(width[0], u.time) + linear(u.time, u.time) + conv3(in, width[0]);
  if (const Count added = c.integer({"addition_in"}, 0, limit); added > 0)
    sum += linear(added, u.time) + linear(u.time, u.time);
  std::vector<Count> skips{width[0]};
  Count from = width[0];
  for (std::size_t i = 0; i < n; ++i) {
    for (Count l = 0; l < per_block; ++l) {
      sum += resnet(from, width[i], u.time) + transformer(u, width[i], depth[i]);
      from = width[i];
      skips.push_back(from);
    }
    if (i + 1 == n) continue;
    sum += conv3(from, from);
    skips.push_back(from);
  }
  sum += 2 * resnet(from, from, u.time) + transformer(u, from, c.integer({"mid_layers"}, 1, 64));
  for (std::size_t i = n; i-- > 0;) {
    for (Count l = 0; l <= per_block; ++l) {
      sum += resnet(from + skips.back(), width[i], u.time) + transformer(u, width[i], depth[i]);
      skips.pop_back();
      from = width[i];
    }
    if (i > 0) sum += conv3(from, from);
  }
  t.parameters = sum + 2 * width[0] + conv3(width[0], c.integer({"out_channels"}, 4, limit));
  t.hidden = width.back();
}

Count vae_middle(Count c) { return 2 * resnet(c, c, 0) + 2 * c + 4 * linear(c, c); }

// AutoencoderKL, encoder and decoder.
void count_vae(Config& c, Tower& t) {
  const std::vector<Count> width = counts(c, "block_out_channels");
  if (width.empty()) return c.fail("missing", "block_out_channels", "an AutoencoderKL needs block_out_channels");
  const Count per_block = c.integer({"layers_per_block"}, 2, 16), latent = c.integer({"latent_channels"}, 4, limit);
  const std::size_t n = width.size();
  Count sum = conv3(3, width[0]) + conv3(latent, width.back()) + 2 * vae_middle(width.back());
  Count from = width[0];
  for (std::size_t i = 0; i < n; ++i) {
    for (Count l = 0; l < per_block; ++l) sum += resnet(l == 0 ? from : width[i], width[i], 0);
    from = width[i];
    if (i + 1 < n) sum += conv3(from, from);
  }
  sum += 2 * from + conv3(from, 2 * latent);
  for (std::size_t i = n; i-- > 0;) {
    for (Count l = 0; l <= per_block; ++l) sum += resnet(l == 0 ? from : width[i], width[i], 0);
    from = width[i];
    if (i > 0) sum += conv3(from, from);
  }
  sum += 2 * from + conv3(from, 3);
  if (c.boolean({"use_quant_conv"}, true)) sum += linear(2 * latent, 2 * latent) + linear(latent, latent);
  t.parameters = sum;
  t.hidden = width.back();
}

// CLIP's text encoder: 77 positions, biases, an optional projection without bias.
void count_clip(Config& c, Tower& t) {
  const Count h = t.hidden, f = t.mlp_width;
  t.parameters = c.integer({"vocab_size"}, 49408, 100'000'000) * h + 77 * h +
                 t.layers * (4 * linear(h, h) + linear(h, f) + linear(f, h) + 4 * h) + 2 * h +
                 h * c.integer({"projection_dim"}, 0, limit);
}

// T5's encoder alone, gated (v1.1).
void count_t5_encoder(Config& c, Tower& t) {
  const Count h = t.hidden, a = t.heads, d = c.integer({"head_dim", "d_kv"}, 64, limit);
  t.parameters = c.integer({"vocab_size"}, 32128, 100'000'000) * h + 32 * a +
                 t.layers * (4 * h * a * d + 3 * h * t.mlp_width + 2 * h) + h;
}

Tower count_component(Config& c) {
  Tower t;
  const std::string_view family = c.text({"count_family"}, "");
  t.role = c.text({"role"}, family);
  t.hidden = c.integer({"hidden_size"}, 0, limit);
  t.layers = c.integer({"num_hidden_layers", "num_layers"}, 0, 4096);
  t.mlp_width = c.integer({"intermediate_size"}, 0, limit);
  t.heads = c.integer({"num_attention_heads"}, 0, 65'536);
  if (family == "flux")
    count_flux(c, t);
  else if (family == "sd3")
    count_sd3(c, t);
  else if (family == "unet")
    count_unet(c, t);
  else if (family == "autoencoder_kl")
    count_vae(c, t);
  else if (family == "clip_text")
    count_clip(c, t);
  else if (family == "t5")
    count_t5_encoder(c, t);
  else
    c.fail("unknown-architecture", "components",
           "a diffusion component's count_family is flux, sd3, unet, autoencoder_kl, clip_text or t5");
  return t;
}

}  // namespace

ModelShape count_diffusion(Config& config, const Model& model) {
  ModelShape s;
  s.model_type = config.text({"model_type"}, "");
  s.modality = model.modality;
  s.has_head = false;
  s.gated_mlp = false;
  const Value::Array* components = config.array({"components"});
  if (components == nullptr || components->empty() || components->size() > 16) {
    config.fail("missing", "components", "a diffusion model's config needs its components");
    return s;
  }
  for (const Value& value : *components) {
    Config component(value);
    s.towers.push_back(count_component(component));
    if (component.error()) {
      config.fail(component.error()->code, "components", component.error()->message);
      return s;
    }
  }
  const Tower& denoiser = s.towers.front();
  s.hidden = denoiser.hidden;
  s.layers = 0;
  s.matmul_parameters = static_cast<double>(denoiser.parameters);
  return s;
}

}  // namespace gpusel
